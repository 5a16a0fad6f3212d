/** Styles of the doctor: plain, small, readable on any page; only through adoptedStyleSheets. */
export const OVERLAY_STYLES = `
:host{--ground:#fff;--text:#1d2126;--quiet:#5b6470;--line:#d9dde2;--soft:#f3f5f7;--error:#b3261e;--warning:#8a5a00;--good:#1f6b45;--focus:#0b57d0}
@media (prefers-color-scheme:dark){:host{--ground:#16191c;--text:#e8eaed;--quiet:#a5adb8;--line:#363c43;\
--soft:#22272c;--error:#ff8a80;--warning:#f2c063;--good:#7fd6a8;--focus:#8ab4f8}}
*{box-sizing:border-box}
.box{display:flex;flex-direction:column;max-height:min(640px,calc(100dvh - 32px));width:min(460px,calc(100vw - \
32px));background:var(--ground);color:var(--text);border:1px solid var(--line);border-radius:12px;box-shadow:0 12px \
40px #0004;font:13px/1.5 system-ui,sans-serif;text-align:start;overflow:hidden}
header{display:flex;align-items:center;gap:6px;padding:8px 8px 8px 14px;border-block-end:1px solid var(--line)}
h2{flex:1;min-width:0;margin:0;font-size:14px;font-weight:600;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
h2 span{color:var(--quiet);font-weight:400}
button{min-height:28px;padding:2px 10px;border:1px solid var(--line);border-radius:7px;background:var(--ground);color:inherit;font:inherit;cursor:pointer}
button:hover{background:var(--soft)}
:focus-visible{outline:2px solid var(--focus);outline-offset:1px}
.body{overflow:auto;overscroll-behavior:contain}
.small .body,.small .status{display:none}
details{border-block-end:1px solid var(--line)}
summary{padding:8px 14px;font-weight:600;cursor:pointer}
.count{color:var(--quiet);font-weight:400}
.count.error{color:var(--error);font-weight:600}
.inside{padding:0 14px 12px}
ul,ol{margin:0;padding:0;list-style:none}
.problem{padding:8px 0 8px 10px;border-inline-start:3px solid var(--warning)}
.problem+.problem{margin-block-start:8px}
.problem.error{border-color:var(--error)}
.problem p{margin:0 0 4px}
.good{color:var(--good)}
.quiet{color:var(--quiet)}
p{margin:0;overflow-wrap:anywhere}
pre,code{font:12px/1.5 ui-monospace,SFMono-Regular,Menlo,monospace}
pre{margin:4px 0;padding:6px 8px;background:var(--soft);border-radius:6px;white-space:pre-wrap;overflow-wrap:anywhere;user-select:all}
dl{display:grid;grid-template-columns:max-content 1fr;gap:2px 14px;margin:0}
dt{color:var(--quiet)}
dd{margin:0;overflow-wrap:anywhere}
table{width:100%;border-collapse:collapse;table-layout:fixed}
th,td{padding:3px 10px 3px 0;border-block-end:1px solid var(--line);text-align:start;vertical-align:top;font-weight:400;overflow-wrap:anywhere}
thead th{color:var(--quiet)}
.messages li{padding:3px 0;border-block-end:1px solid var(--line)}
.messages code{display:block;color:var(--quiet);overflow-wrap:anywhere}
textarea{width:100%;height:120px;font:12px/1.5 ui-monospace,monospace;color:inherit;background:var(--soft);border:1px solid var(--line);border-radius:6px}
.status{padding:4px 14px;color:var(--quiet)}
.status:empty{display:none}
@media (forced-colors:active){.box,button{border-color:CanvasText}}
@media print{.box{display:none}}`;

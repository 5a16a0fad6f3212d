/** On phones, switches between the settings and the preview; wider screens show both. Needs scripts. */
export function StudioTabs() {
  return (
    <div className="segmented studio-tabs" role="group" aria-label="Show">
      <button type="button" data-shows="form" aria-pressed="true">
        Settings
      </button>
      <button type="button" data-shows="preview" aria-pressed="false">
        Preview
      </button>
    </div>
  );
}

/** The search over the fields of the form. Needs scripts. @param noun - what a field is */
export function FindSetting({ noun = 'setting' }: { noun?: string }) {
  return (
    <div className="find-setting" data-find={noun}>
      <label className="visually-hidden" htmlFor="find-setting">
        Find a {noun}
      </label>
      <input type="search" id="find-setting" placeholder={`Find a ${noun}`} autoComplete="off" spellCheck={false} />
      <p className="quiet small" role="status" />
    </div>
  );
}

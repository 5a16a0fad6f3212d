/** On phones, switches between the settings and the preview; wider screens show both. Needs scripts. */
export function StudioTabs() {
  return (
    <div className="segmented studio-tabs" role="group" aria-label="Show" hidden>
      <button type="button" data-shows="form" aria-pressed="true">
        Settings
      </button>
      <button type="button" data-shows="preview" aria-pressed="false">
        Preview
      </button>
    </div>
  );
}

/** The search over the settings. Needs scripts. */
export function FindSetting() {
  return (
    <div className="find-setting" data-find hidden>
      <label className="visually-hidden" htmlFor="find-setting">
        Find a setting
      </label>
      <input type="search" id="find-setting" placeholder="Find a setting" autoComplete="off" spellCheck={false} />
      <p className="quiet small" role="status" />
    </div>
  );
}

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

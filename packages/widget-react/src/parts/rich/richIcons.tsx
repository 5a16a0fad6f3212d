/* Drawn at 20 px on a 1.5 px stroke with round ends; turned around in right-to-left text where they point somewhere. */
const LINE = {
  viewBox: '0 0 20 20',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.5,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  'aria-hidden': true,
  focusable: false,
} as const;

export const PreviousIcon = () => (
  <svg {...LINE} className="sotto-icon sotto-icon-directed">
    <path d="M12 5 7 10l5 5" />
  </svg>
);
export const NextIcon = () => (
  <svg {...LINE} className="sotto-icon sotto-icon-directed">
    <path d="m8 5 5 5-5 5" />
  </svg>
);

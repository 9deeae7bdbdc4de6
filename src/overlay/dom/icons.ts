/** The icons: SVG paths in a square of 24, drawn with a stroke. */

/** Path of each icon. */
export const ICONS = {
  search: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20 20l-5-5',
  section: 'M5 9h14M5 15h14M10 5 8 19M16 5l-2 14',
  page: 'M6 4h8l4 4v12H6zM10 12h4M10 16h4',
  ask: 'M12 4q1 7 8 8-7 1-8 8-1-7-8-8 7-1 8-8z',
  back: 'M19 12H5M11 6l-6 6 6 6',
  close: 'M6 6l12 12M18 6L6 18',
} as const

/** Name of an icon. */
export type IconName = keyof typeof ICONS

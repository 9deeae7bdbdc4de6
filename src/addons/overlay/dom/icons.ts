/** The icons: SVG paths in a square of 24, drawn with a stroke. */

export const ICONS = {
  search: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20 20l-5-5',
  section: 'M5 9h14M5 15h14M10 5 8 19M16 5l-2 14',
  page: 'M6 4h8l4 4v12H6zM10 12h4M10 16h4',
  ask: 'M12 4q1 7 8 8-7 1-8 8-1-7-8-8 7-1 8-8z',
  back: 'M19 12H5M11 6l-6 6 6 6',
  erase: 'M9 5h11v14H9l-6-7zM12 9l5 6M17 9l-5 6',
  close: 'M6 6l12 12M18 6L6 18',
  fresh: 'M12 5v14M5 12h14',
  side: 'M4 5h16v14H4zM15 5v14',
  send: 'M12 19V5M6 11l6-6 6 6',
  stop: 'M7 7h10v10H7z',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  done: 'M5 13l4 4L19 7',
  share: 'M9 15l6-6M11 7l2-2a4 4 0 0 1 6 6l-2 2M13 17l-2 2a4 4 0 0 1-6-6l2-2',
  again: 'M20 12a8 8 0 1 1-3-6l3 2V4',
  up: 'M7 11v9H4v-9zM7 11l4-8q3 0 3 3l-1 4h6l-2 10H7',
  down: 'M7 11v9H4v-9zM7 11l4-8q3 0 3 3l-1 4h6l-2 10H7',
} as const

export type IconName = keyof typeof ICONS

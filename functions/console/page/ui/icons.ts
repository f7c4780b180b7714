/** Outlines of the buttons' pictures, 24 by 24, drawn for this page. */
export const ICONS = {
  back: 'M14 6l-6 6 6 6',
  on: 'M10 6l6 6-6 6',
  first: 'M18 6l-6 6 6 6M8 6v12',
  play: 'M8 5l11 7-11 7z',
  pause: 'M8 5v14M16 5v14',
  eventBack: 'M12 7l-5 5 5 5M17 12h-9',
  eventOn: 'M12 7l5 5-5 5M7 12h9',
  alertBack: 'M8 7l-4 5 4 5M15 5l6 13H9z',
  alertOn: 'M16 7l4 5-4 5M9 5l6 13H3z',
  plus: 'M12 6v12M6 12h12',
  minus: 'M6 12h12',
  all: 'M4 8V5h16v3M4 16v3h16v-3M7 12h10',
  flip: 'M8 4v14M8 4L4.500 8M8 4l3.500 4M16 20V6M16 20l-3.500-4M16 20l3.500-4',
  share:
    'M9 12a4 4 0 0 1 0-1l6-4M9 13l6 4M9 12a3 3 0 1 1-3-3 3 3 0 0 1 3 3zM19 6a2 2 0 1 1-2-2 2 2 0 0 1 2 2zM19 18a2 2 0 1 1-2-2 2 2 0 0 1 2 2z',
  paper: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  theme: 'M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16',
  keys: 'M3 7h18v10H3zM7 11h.01M11 11h.01M15 11h.01M8 14h8',
} as const

/** The paths of every icon, on a 16 px grid; drawn by Icon and StateIcon. */
export const iconPaths = {
  archive:
    '<rect x="2" y="3" width="12" height="3" rx=".8"/><path d="M3.2 6v5.800a1.2 1.2 0 0 0 1.2 1.200h7.200a1.2 1.2 0 0 0 1.2-1.200V6M6.4 8.800h3.2"/>',
  arrows: '<path d="M2.4 5.4h10.4M10.4 3l2.4 2.4-2.4 2.4M13.6 10.9H3.2M5.6 8.5l-2.4 2.4 2.4 2.4"/>',
  bell: '<path d="M4.2 6.6a3.8 3.8 0 0 1 7.6 0c0 3.4 1.4 4.3 1.4 4.3H2.8s1.4-.9 1.4-4.3M6.9 13.3c.4.6 1.8.6 2.2 0"/>',
  bot: '<rect x="2.6" y="5.2" width="10.8" height="8.2" rx="1.8"/><path d="M8 5.200V2.600M6 8.600v1.200M10 8.600v1.2"/>',
  branch:
    '<circle cx="4.5" cy="3.8" r="1.6"/><circle cx="4.5" cy="12.2" r="1.6"/><circle cx="11.5" cy="5.2" r="1.6"/><path d="M4.5 5.4v5.2M11.5 6.8c0 2.4-2.6 2.6-4.6 2.9-1.2.2-2.1.5-2.4.9"/>',
  chat: '<path d="M2.5 4.2A1.7 1.7 0 0 1 4.2 2.5h7.6a1.7 1.7 0 0 1 1.7 1.7v5.1a1.7 1.7 0 0 1-1.7 1.7H6.4l-3.9 2.6z"/>',
  check: '<path d="m3.2 8.5 3.2 3.2 6.4-7"/>',
  'chev-d': '<path d="m4 6.2 4 4 4-4"/>',
  'chev-u': '<path d="M4.5 9.8 8 6.3l3.5 3.5" />',
  'chev-r': '<path d="m6.2 4 4 4-4 4"/>',
  clip: '<path d="m13.3 7.4-5.4 5.4a3.3 3.3 0 0 1-4.7-4.7L8.8 2.6a2.2 2.2 0 0 1 3.1 3.1l-5.5 5.4a1.1 1.1 0 0 1-1.5-1.5l5-5"/>',
  copy: '<rect x="5.4" y="5.4" width="8.1" height="8.1" rx="1.5"/><path d="M10.6 5.4V4A1.5 1.5 0 0 0 9.1 2.5H4A1.5 1.5 0 0 0 2.5 4v5.1A1.5 1.5 0 0 0 4 10.6h1.4"/>',
  down: '<path d="M8 2.8v9.4M4 8.4l4 4 4-4M3.4 14h9.2" />',
  edit: '<path d="M8.6 13.4h4.9M10.9 2.9a1.5 1.5 0 0 1 2.1 2.1l-7.9 7.9-2.8.7.7-2.8z"/>',
  export:
    '<path d="M8 9.8V2.4M5.2 5 8 2.3 10.8 5M2.6 9.6v2.6c0 .8.6 1.3 1.3 1.3h8.2c.7 0 1.3-.5 1.3-1.3V9.6"/>',
  expand:
    '<path d="M9.4 2.500h4.100v4.100M6.600 13.500H2.500V9.400M13.3 2.700 9.200 6.800M2.700 13.300l4.1-4.1"/>',
  file: '<path d="M9.2 2H4.600a1.2 1.2 0 0 0-1.2 1.200v9.600A1.2 1.2 0 0 0 4.6 14h6.800a1.2 1.2 0 0 0 1.2-1.200V5.400zM9.2 2v3.400h3.4"/>',
  folder:
    '<path d="M2.2 4.6a1.2 1.2 0 0 1 1.2-1.2h2.9l1.6 1.7h4.7a1.2 1.2 0 0 1 1.2 1.2v5.1a1.2 1.2 0 0 1-1.2 1.2H3.4a1.2 1.2 0 0 1-1.2-1.2z"/>',
  globe:
    '<circle cx="8" cy="8" r="6"/><path d="M2 8h12M8 2c1.8 1.7 2.6 3.7 2.6 6S9.8 12.3 8 14c-1.8-1.7-2.6-3.7-2.6-6S6.2 3.7 8 2z"/>',
  hand: '<path d="M8 1.8 3 3.7v4.1c0 3 2.1 5 5 6.4 2.9-1.4 5-3.4 5-6.4V3.7zM8 5.2v3.2M8 10.7h.01"/>',
  import:
    '<path d="M8 2.400v7.400M5.2 7.2 8 9.900l2.8-2.700M2.6 9.600v2.600c0 .8.6 1.3 1.3 1.300h8.200c.7 0 1.3-.5 1.3-1.300V9.6"/>',
  key: '<circle cx="5.3" cy="10.7" r="2.9"/><path d="m7.4 8.6 6-6M11.2 4.800l2 2M9.3 6.700l1.3 1.3"/>',
  layers: '<path d="M8 2.600 14 6 8 9.400 2 6zM2.6 9.700 8 12.800l5.4-3.1"/>',
  logs: '<path d="M2.5 3.5h1.2M2.5 8h1.2M2.5 12.5h1.2M6.2 3.5h7.3M6.2 8h7.3M6.2 12.5h4.8"/>',
  mark: '<circle cx="3.9" cy="5" r="2.2" stroke-width="1.5"/><circle cx="12.1" cy="5" r="2.2" stroke-width="1.5"/><path d="M3.9 7.200c0 7.6 8.2 7.6 8.2 0" stroke-width="1.5"/>',
  max: '<rect x="3.5" y="3.5" width="9" height="9" rx="1"/>',
  min: '<path d="M3.5 8.5h9"/>',
  more: '<path d="M3.6 8h.01M8 8h.01M12.4 8h.01" stroke-width="1.8"/>',
  noise:
    '<path d="M2.5 8h.01M5.2 5.4h.01M5.2 10.6h.01M8 8h.01M10.8 5.4h.01M10.8 10.6h.01M13.5 8h.01" stroke-width="1.6"/>',
  panel: '<rect x="2" y="2.7" width="12" height="10.6" rx="1.6"/><path d="M6.2 2.7v10.6"/>',
  pause: '<path d="M5.6 3.6v8.8M10.4 3.6v8.8" stroke-width="1.7"/>',
  pin: '<path d="M10 2.2 13.8 6l-2 .8-2.3 2.3-.5 2.9-5-5 2.9-.5 2.3-2.300zM6.2 9.800l-3.7 3.7"/>',
  play: '<path d="M5 3.2v9.6l7.6-4.8z"/>',
  plug: '<path d="M5.8 1.9v3M10.2 1.9v3M3.9 4.9h8.2v2.7a4.1 4.1 0 0 1-8.2 0zM8 11.7v2.4"/>',
  plus: '<path d="M8 3v10M3 8h10"/>',
  pulse: '<path d="M1.8 8.4h2.7l2-5.2 3 9.6 2-4.4h2.7"/>',
  radio:
    '<path d="M8 8.1h.01M5.4 10.8a3.8 3.8 0 0 1 0-5.5M10.6 5.3a3.8 3.8 0 0 1 0 5.5M3.2 13a6.9 6.9 0 0 1 0-9.9M12.8 3.1a6.9 6.9 0 0 1 0 9.9"/><circle cx="8" cy="8.1" r=".9" fill="currentColor"/>',
  restart: '<path d="M13.4 8A5.4 5.4 0 1 1 11.6 4l1.8 1.6M13.4 2.4v3.2h-3.2"/>',
  search: '<circle cx="7.2" cy="7.2" r="4.4"/><path d="m10.5 10.5 3.1 3.1"/>',
  send: '<path d="M8 13V3.2M3.8 7.3 8 3l4.2 4.3"/>',
  servers:
    '<rect x="2" y="2.5" width="12" height="4.6" rx="1.3"/><rect x="2" y="8.9" width="12" height="4.6" rx="1.3"/><path d="M4.6 4.8h.01M4.6 11.2h.01M9 4.8h2.6M9 11.2h2.6"/>',
  settings:
    '<path d="M2 4.5h6.2M11.8 4.5H14M2 11.5h2.2M7.8 11.5H14"/><circle cx="10" cy="4.5" r="1.8"/><circle cx="6" cy="11.5" r="1.8"/>',
  shapes:
    '<rect x="2.2" y="2.4" width="5" height="3.8" rx=".9"/><rect x="8.8" y="9.8" width="5" height="3.8" rx=".9"/><path d="M4.7 6.2v5.5h4.1"/>',
  'st-auth':
    '<circle cx="5.4" cy="10.6" r="3" stroke-width="1.5"/><path d="m7.6 8.4 5.9-5.900M11 5l2.2 2.2" stroke-width="1.5"/>',
  'st-backoff':
    '<circle cx="8" cy="8" r="5.6" stroke-width="1.5"/><path d="M8 4.900V8l2.1 1.4" stroke-width="1.5"/>',
  'st-disabled': '<circle cx="8" cy="8" r="5.6"/><path d="m4.2 11.8 7.6-7.6"/>',
  'st-failed':
    '<path d="M5.5 1.900h5L14.1 5.500v5l-3.6 3.600h-5L1.9 10.500v-5z" fill="currentColor" stroke="none"/><path class="cut" d="m6 6 4 4M10 6l-4 4"/>',
  'st-ok':
    '<circle cx="8" cy="8" r="6" fill="currentColor" stroke="none"/><path class="cut" d="m5.4 8.2 1.8 1.8 3.4-3.8"/>',
  'st-starting': '<path d="M8 2.400A5.6 5.6 0 1 1 2.4 8" stroke-width="1.7"/>',
  'st-stopped':
    '<circle cx="8" cy="8" r="5.6"/><rect x="5.9" y="5.9" width="4.2" height="4.2" rx=".8" fill="currentColor" stroke="none"/>',
  'st-todo': '<circle cx="8" cy="8" r="1.5" fill="currentColor" stroke="none"/>',
  stop: '<rect x="4" y="4" width="8" height="8" rx="1.2" fill="currentColor"/>',
  sun: '<circle cx="8" cy="8" r="2.7"/><path d="M8 1.6v1.2M8 13.2v1.2M1.6 8h1.2M13.2 8h1.2M3.5 3.5l.8.8M11.7 11.7l.8.8M3.5 12.5l.8-.8M11.7 4.3l.8-.8"/>',
  team: '<circle cx="6" cy="5.2" r="2.5"/><path d="M1.6 13.2c.2-2.6 1.9-4.1 4.4-4.1s4.2 1.5 4.4 4.1M10.8 3a2.4 2.4 0 0 1 0 4.5M12.2 9.5c1.3.6 2.1 1.9 2.2 3.7"/>',
  term: '<path d="m3 4.4 3.4 3.4L3 11.2M8.2 11.8H13"/>',
  trash:
    '<path d="M2.8 4.4h10.4M6.2 4.400V2.900h3.600v1.500M4.1 4.400l.6 8a1.1 1.1 0 0 0 1.1 1h4.400a1.1 1.1 0 0 0 1.1-1l.6-8M6.8 7v3.800M9.2 7v3.8"/>',
  wrap: '<path d="M2.5 3.5h11M2.5 12.5h3M2.5 8h8.7a2.2 2.2 0 0 1 0 4.500H8.600M10.2 10.9l-1.7 1.6 1.7 1.6"/>',
  wrench:
    '<path d="M10 4.3a.7.7 0 0 0 0 1l.9.9a.7.7 0 0 0 1 0l2-2a3.4 3.4 0 0 1-4.5 4.5l-4.5 4.5a1.5 1.5 0 0 1-2.1-2.1l4.5-4.5a3.4 3.4 0 0 1 4.5-4.5z"/>',
  x: '<path d="m4 4 8 8M12 4l-8 8"/>',
} as const;
export type IconName = keyof typeof iconPaths;

/**
 * The colors of everything buyers see. Pages use CSS custom properties, and emails inline styles. They have the
 * contrast that WCAG 2.2 requires: 4.5 for text on the page and on surfaces, 3 for the edges of fields.
 */
export const light = {
  page: '#f5f5f7',
  surface: '#ffffff',
  ink: '#18181b',
  muted: '#585863',
  line: '#e2e2e8',
  'field-edge': '#8b8b96',
  danger: '#b3261e',
  'danger-tint': '#fdf0ef',
  success: '#15803d',
  tint: '#f5f5f7',
  /** The background of a logo. Transparent logos were drawn for white paper. */
  plate: '#ffffff00',
} as const

export const dark: Readonly<Record<keyof typeof light, string>> = {
  page: '#131316',
  surface: '#1f1f23',
  ink: '#f4f4f5',
  muted: '#a9a9b4',
  line: '#35353c',
  'field-edge': '#77777f',
  danger: '#ff9d94',
  'danger-tint': '#3a2321',
  success: '#4ade80',
  tint: '#2a2a30',
  plate: '#ffffff',
}

const propertiesOf = (colors: Readonly<Record<string, string>>) =>
  Object.entries(colors)
    .map(([name, color]) => `--${name}:${color}`)
    .join(';')

/**
 * The styles of a document that is always light or always dark. They come after `paletteStyle` and override the
 * system's setting.
 */
export function forcedPaletteStyle(scheme: 'light' | 'dark'): string {
  return scheme === 'light'
    ? `:root{color-scheme:light;${propertiesOf(light)}}`
    : `@media screen{:root{color-scheme:dark;${propertiesOf(dark)}}}`
}

/** The palette as a document's custom properties, `--page`, `--ink` and so on, light or dark like the system. Paper is light. */
export const paletteStyle =
  `:root{color-scheme:light;${propertiesOf(light)}}` +
  `@media screen{:root{color-scheme:light dark}}` +
  `@media screen and (prefers-color-scheme:dark){:root{${propertiesOf(dark)}}}`

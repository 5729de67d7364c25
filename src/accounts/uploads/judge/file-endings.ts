/** The ending of a name, in lowercase and without its dot; empty where there is none. */
export function extensionOf(name: string): string {
  return /\.(\w{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

/** Rejected endings of texts: a double click or a browser runs them, or people do not read them as text. */
export const refusedTexts: ReadonlyMap<string, string> = new Map([
  ['bat', 'application/bat'],
  ['cmd', 'application/bat'],
  ['hta', 'application/hta'],
  ['htm', 'text/html'],
  ['html', 'text/html'],
  ['js', 'text/javascript'],
  ['json', 'application/json'],
  ['mjs', 'text/javascript'],
  ['php', 'application/x-httpd-php'],
  ['ps1', 'application/x-powershell'],
  ['rtf', 'application/rtf'],
  ['sh', 'application/x-sh'],
  ['vbs', 'text/vbscript'],
  ['xhtml', 'application/xhtml+xml'],
  ['xml', 'application/xml'],
])

/**
 * Endings of texts, and of drawings in PDF, that a browser may report as an application or a model: the server
 * examines them.
 */
export const lookedAt: ReadonlySet<string> = new Set(
  'ai ass cube gco gcode gpx ics kml kmz lrc musicxml nc obj ply ps sbv srt ssa stl sub tex vcf xmp'.split(
    ' ',
  ),
)

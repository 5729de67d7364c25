/** A file name's extension in lowercase without the dot, or empty if there is none. */
export function extensionOf(name: string): string {
  return /\.(\w{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

/**
 * Text file extensions that are rejected, because a double click or a browser runs such files, or because people do not
 * read them as text.
 */
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
 * Extensions of text files and PDF drawings that a browser may report as an application or a model. The server
 * examines them.
 */
export const lookedAt: ReadonlySet<string> = new Set(
  'ai ass cube gco gcode gpx ics kml kmz lrc musicxml nc obj ply ps sbv srt ssa stl sub tex vcf xmp'.split(
    ' ',
  ),
)

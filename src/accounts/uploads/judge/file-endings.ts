/** What a name ends with, in small letters and without its dot; empty where that is no ending of a file. */
export function extensionOf(name: string): string {
  return /\.(\w{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

/** Texts that are not taken, by the ends of their names: they run by a double click or in a browser, or are no text to people. */
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

/** Texts, and drawings in PDF, whose type a browser may know as an application's or a model's: the server looks at what they are. */
export const lookedAt: ReadonlySet<string> = new Set(
  'ai ass cube gco gcode gpx ics kml kmz lrc musicxml nc obj ply ps sbv srt ssa stl sub tex vcf xmp'.split(
    ' ',
  ),
)

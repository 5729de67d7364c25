import { beginningOf } from '#foundation/text/cut-text.ts'
import { extensionOf } from './file-endings.ts'

const listed = (...lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.split(' ')))

/** Extensions of pictures and videos. */
export const mediaEndings = listed(
  'avif bmp cr2 cr3 dng gif heic heif icns ico jfif jpeg jpg jxl nef png psd tif tiff webp xcf',
  'avi flv m2ts m4v mkv mov mp4 mpeg mpg mts ogv webm wmv',
)

/** Extensions of other file types that have a signature, whether accepted or not. */
const otherMarked = listed(
  'aac aif aiff flac m4a m4b mid mp3 oga ogg opus svg wav wma',
  'doc docm docx dotx epub indd key mobi numbers odp ods odt pages pdf pot potx pps ppsx ppt pptx xls xlsb xlsm xlsx',
  '3mf 7z blend bz2 dmg exe fbx glb gz iso jar msi otf rar sqlite swf tar tgz ttc ttf wasm woff woff2 xz zip zst',
)

export function promisesMark(ending: string): boolean {
  return mediaEndings.has(ending) || otherMarked.has(ending)
}

/** Extensions that systems run, install or open on a double click, or show as a page, even if the content is text. */
const dangerous = listed(
  // Extensions of web pages and their containers.
  'asp aspx cfm chm eml htc htm html jsp jspx maff mht mhtml phtml shtm shtml stm svgz xht xhtm xhtml xml xsl xslt xul',
  // Programs and scripts.
  'action ahk ape app applescript au3 awk bash bat bin cgi cmd com command cpl csh dll exe fish gadget groovy hta jar js jse',
  'jsx ksh lua mjs cjs msh msh1 msh2 ts tsx nsi nsh php php3 php4 php5 phar pif pl pm prg ps1 ps1xml ps2 psc1 psc2 psd1 psm1',
  'py pyc pyo pyw pyz rb scpt scptd scr sct sh shb shs tcl tool vb vba vbe vbp vbs workflow ws wsc wsf wsh xbap zsh',
  // Extensions of files that link elsewhere, or that install or configure something.
  'application cab cer class cnt crl crt csproj desktop diagcab directory dqy flatpak flatpakref fxp grp hlp inetloc inf ins',
  'iqy isp its jnlp job library lnk manifest mad maf mag mam maq mar mas mau mav maw mda mdb mde mdt mdw mdz mobileconf msc',
  'msi msp mst msu odc ops oqy osd osdx pac pcd plg plist prf printerexp rdp reg rqy scf search service settings slk sln',
  'terminal theme tmp url vbproj vcxproj vsmacros vsw vxd webloc webpnp website xaml xnk',
)

/** Other extensions that match a content type, by our own extension for it. */
const fitting: ReadonlyMap<string, readonly string[]> = new Map([
  ['jpg', ['jpeg', 'jpe', 'jfif', 'jif']],
  ['tif', ['tiff', 'dng', 'nef', 'arw']],
  ['png', ['apng']],
  ['heic', ['heif', 'hif']],
  ['mpg', ['mpeg', 'mpe', 'm2v', 'vob']],
  ['mts', ['m2ts', 'ts']],
  ['mp4', ['m4v']],
  ['mkv', ['mk3d']],
  ['pdf', ['ai']],
])
const texts = new Set(['txt', 'csv', 'vtt', 'ics', 'vcf', 'tsv'])

/**
 * The name under which a downloaded file is saved: its own if the extension matches its content. Text has no
 * signature, so its extension stays (subtitles, machine patterns), unless a system would run it or open it as a page,
 * or it claims to be something other than text. `extension` is the detected type.
 */
export function savedName(name: string, extension: string): string {
  // Windows removes these characters when it saves a file.
  const own = extensionOf(name.replace(/[. ]+$/, ''))
  const isOwn = own === extension || fitting.get(extension)?.includes(own) === true
  if (isOwn && extensionOf(name) === own) return name
  return texts.has(extension) && extensionOf(name) === own && isFreeEnding(own)
    ? name
    : `${name}.${extension}`
}

function isFreeEnding(ending: string): boolean {
  return /^[a-z0-9]*[a-z][a-z0-9_]*$/.test(ending) && !isDangerous(ending) && !promisesMark(ending)
}

function isDangerous(ending: string): boolean {
  return dangerous.has(ending) || ending.includes('htm') || ending.startsWith('php')
}

/** The maximum length of a file name, in UTF-16 units. */
const longest = 255

/**
 * A file name from outside as text that can be shown and stored. It is never used as a path. Invisible characters are
 * removed, except those that belong to a letter or an emoji: joiners after a letter of a script that uses them, and
 * the tags of a flag.
 */
export function cleanName(name: string): string {
  const clean = name
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}/\\]/gu, '')
    .replaceAll(unseen, '')
    .trim()
  if (clean === '') return 'file'
  return clean.length <= longest ? clean : shorten(clean)
}

/** Removes tags outside of a flag, joiners that join nothing, and everything else invisible. */
const unseen =
  /(?<!\u{1f3f4}[\u{e0020}-\u{e007e}]*)[\u{e0020}-\u{e007f}]|(?<![\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]|(?!\p{Script=Latin})\p{L})[\u{200c}-\u{200d}]|(?![\u{200c}-\u{200d}\u{e0020}-\u{e007f}])\p{Cf}/gu

/** Never cuts a name in the middle of a visible character, and keeps the extension. */
function shorten(name: string): string {
  const ending = /\.\w{1,10}$/.exec(name)?.[0] ?? ''
  return beginningOf(name, longest - ending.length).trimEnd() + ending
}

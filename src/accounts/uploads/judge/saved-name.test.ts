import { expect, test } from 'vitest'
import { refusedTexts } from './file-endings.ts'
import { savedName } from './file-names.ts'

const texts =
  'srt vtt ass ssa sub sbv lrc cube 3dl look ics ical vcf gpx kml tcx geojson csv tsv tab gcode gco nc tap stl obj ply mtl dxf igs ' +
  'musicxml abc ly tex bib sty css scss md rst org log ini cfg yaml yml toml xmp ase mobi2 gpl svgx po pot2 r m f90 sql ipynb json5 ' +
  'step stp eps m3u m3u8 cue pls nfo asc sig dat opml'

test.each(texts.split(' '))('a text file that ends in .%s is saved under its own name', (ending) => {
  expect(savedName(`My course.${ending}`, 'txt')).toBe(`My course.${ending}`)
  expect(savedName(`MY COURSE.${ending.toUpperCase()}`, 'txt')).toBe(`MY COURSE.${ending.toUpperCase()}`)
})

const dangerous =
  'exe com scr pif msi bat cmd ps1 vbs vbe js jse mjs cjs wsf wsh sct hta htm html HTML xhtml xht shtml htm1 mht mhtml eml svgz xml xsl ' +
  'url lnk webloc desktop inetloc library reg inf rdp iqy slk scf jar jnlp py pyw rb pl sh zsh command tool terminal scpt php php7 phtml ' +
  'vb ahk au3 chm cpl dll theme search job jsp asp aspx'

// Proves file-names.
test.each(dangerous.split(' '))('a text file that ends in .%s is saved with a text extension', (ending) => {
  expect(savedName(`invoice.${ending}`, 'txt')).toBe(`invoice.${ending}.txt`)
  expect(savedName(`invoice.${ending}.`, 'txt')).toBe(`invoice.${ending}..txt`)
})

test('text types that uploads reject would also be saved with a text extension', () => {
  for (const ending of refusedTexts.keys()) {
    if (ending === 'rtf' || ending === 'json') continue
    expect(savedName(`a.${ending}`, 'txt')).toBe(`a.${ending}.txt`)
  }
})

test.each([
  ['notes', 'txt', 'notes.txt'],
  ['Plan 1.2', 'txt', 'Plan 1.2.txt'],
  ['.htaccess', 'txt', '.htaccess'],
  ['shell.settingcontent-ms', 'txt', 'shell.settingcontent-ms.txt'],
  ['a.__proto__', 'txt', 'a.__proto__.txt'],
  ['a.e\u200dxe', 'txt', 'a.e\u200dxe.txt'],
  ['book.epub', 'txt', 'book.epub.txt'],
  ['song.mp3', 'txt', 'song.mp3.txt'],
  ['logo.ai', 'pdf', 'logo.ai'],
  ['Guide 1.2', 'pdf', 'Guide 1.2.pdf'],
  ['Guide.final', 'pdf', 'Guide.final.pdf'],
  ['x.exe', 'pdf', 'x.exe.pdf'],
  ['photo.JPEG', 'jpg', 'photo.JPEG'],
  ['photo.jfif', 'jpg', 'photo.jfif'],
  ['photo.jpg', 'png', 'photo.jpg.png'],
  ['film.txt', 'mp4', 'film.txt.mp4'],
])('a file named %s with the type %s is saved as %s', (name, extension, saved) => {
  expect(savedName(name, extension)).toBe(saved)
})

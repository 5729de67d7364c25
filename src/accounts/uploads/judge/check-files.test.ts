import { expect, test } from 'vitest'
import { checkFiles } from './check-files.ts'

const fine = { name: 'guide.pdf', size: 10_485_760, type: 'application/pdf' }

test('pictures, videos and documents up to 10 MB are accepted', () => {
  const types = ['image/heic', 'video/mp4', 'text/csv', 'text/plain', 'application/vnd.ms-excel']
  expect(checkFiles([fine, ...types.map((type) => ({ ...fine, type }))])).toBeNull()
})

test('files with plain text types or without a type pass the check in the browser', () => {
  const types = ['text/markdown', 'text/x-log', 'text/tab-separated-values', '']
  expect(checkFiles(types.map((type) => ({ ...fine, type })))).toBeNull()
  expect(checkFiles([{ ...fine, type: 'text/html' }])).toBe('File type text/html is not supported')
})

test('documents over 10 MB and videos over 2 GB are rejected with their file name', () => {
  const guide = { ...fine, name: 'guide.txt', type: 'text/plain', size: 10_485_761 }
  expect(checkFiles([guide])).toBe('File guide.txt is too large. Maximum size is 10MB')
  const film = { name: 'film.mkv', type: '', size: 2 * 1024 ** 3 }
  expect(checkFiles([{ ...fine, size: 10_485_761 }])).toBe(
    'File guide.pdf is too large. Maximum size is 10MB',
  )
  expect(checkFiles([film])).toBeNull()
  expect(checkFiles([{ ...film, size: film.size + 1 }])).toBe(
    'File film.mkv is too large. Maximum size is 2048MB',
  )
})

test('checking files stops at the first invalid one', () => {
  const zip = { name: 'a.zip', size: 1, type: 'application/zip' }
  expect(checkFiles([fine, zip, { ...fine, size: 10_485_761 }])).toBe(
    'File type application/zip is not supported',
  )
})

test('the browser rejects empty, badly named or too many files before sending them', () => {
  expect(checkFiles([{ ...fine, name: 'run.sh', type: 'text/x-sh' }])).toBe(
    'File type application/x-sh is not supported',
  )
  expect(checkFiles([{ name: 'logo.svg', size: 9, type: 'image/svg+xml' }])).toBeNull()
  expect(checkFiles([fine, { ...fine, name: 'a.pdf', size: 0 }])).toBe('File a.pdf is empty')
  expect(checkFiles([fine], 19)).toBeNull()
  expect(checkFiles([fine, fine], 19)).toBe('You can attach up to 20 files')
})

test('the browser lets the server check files that may be text', () => {
  const typed = [
    ['lesson.srt', 'application/x-subrip'],
    ['route.gpx', 'application/gpx+xml'],
    ['part.stl', 'model/stl'],
    ['logo.ai', 'application/postscript'],
    ['score.musicxml', 'application/vnd.recordare.musicxml+xml'],
  ] as const
  expect(checkFiles(typed.map(([name, type]) => ({ name, size: 9, type })))).toBeNull()
  expect(checkFiles([{ name: 'a.__proto__', size: 9, type: '' }])).toBeNull()
})

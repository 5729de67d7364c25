import { expect, test } from 'vitest'
import { checkPicture } from './check-picture.ts'

const box = (brand: string) => `\0\0\0\x18ftyp${brand}\0\0\0\0`
const file = (name: string, type: string, content: string) => new File([content], name, { type })

test.each([
  file('photo.jpg', 'image/jpeg', 'ÿØÿà'),
  file('photo.JPG', '', 'ÿØÿà'),
  file('Logo', 'image/png', 'PNG'),
])('the picture $name is worth uploading', async (picture) => {
  expect(await checkPicture(picture)).toBeNull()
})

test.each([
  file('IMG_0421.HEIC', '', box('heic')),
  file('IMG_0421.HEIC', 'image/heic', box('mif1')),
  file('IMG_0421.jpg', 'image/jpeg', box('heix')),
])('a seller with an iPhone photo ($name) reads how to convert it', async (picture) => {
  expect(await checkPicture(picture)).toBe(
    `${picture.name} is a HEIC photo, which many browsers cannot show. Share or export it as JPEG. On an iPhone, you can also set Settings › Camera › Formats › Most Compatible and take the photo again.`,
  )
})

test.each([
  file('cover.avif', 'image/avif', box('avif')),
  file('cover.tiff', 'image/tiff', 'II*'),
  file('cover.pdf', 'application/pdf', '%PDF-1.7'),
])('a seller with the file $name reads which formats work', async (picture) => {
  expect(await checkPicture(picture)).toBe(
    `${picture.name} cannot be used as a picture. Save it as PNG, JPG, GIF or WebP.`,
  )
})

import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { encodePicture, PictureRefused } from './encode-picture.ts'

const drawing = await readFile('src/operations/demo/art/watercolour-course.webp')
const photo = await sharp(drawing).resize(1200, 800).jpeg().toBuffer()
const progressive = await sharp(photo).jpeg({ progressive: true }).toBuffer()

/** A photo with `bytes` inserted before the first segment of a kind. */
function withBefore(marker: string, bytes: Buffer): Buffer {
  const at = photo.indexOf(Buffer.from(marker, 'hex'))
  return Buffer.concat([photo.subarray(0, at), bytes, photo.subarray(at)])
}

function withScanHeaderOfZeros(): Buffer {
  const faulty = Buffer.from(photo)
  const at = faulty.indexOf(Buffer.from('ffda', 'hex')) + 2
  const after = at + faulty.readUInt16BE(at)
  return faulty.fill(0, after - 3, after)
}

function withBrokenExif(): Buffer {
  const exif = Buffer.concat([Buffer.from('ffe1000c', 'hex'), Buffer.from('Exif\0\0MM\0*')])
  return withBefore('ffdb', exif)
}

const encode = (from: Buffer) =>
  encodePicture({ from, width: 300, format: { type: 'png', compressionLevel: 0 } })
const shades = async (picture: Buffer, rows: number) =>
  sharp(picture).extract({ left: 0, top: 0, width: 300, height: rows }).raw().toBuffer()
const good = await encode(photo)

test.each([
  ['a scan header of zeros', withScanHeaderOfZeros()],
  ['zeros before its tables', withBefore('ffdb', Buffer.alloc(18))],
  ['zeros before its codes', withBefore('ffc4', Buffer.alloc(18))],
  ['zeros before its frame', withBefore('ffc0', Buffer.alloc(3))],
  ['a broken Exif part', withBrokenExif()],
  ['a video after its end', Buffer.concat([photo, drawing])],
  ['no end marker', photo.subarray(0, -2)],
  ['half an end marker', photo.subarray(0, -1)],
  ['twenty bytes missing', photo.subarray(0, -20)],
])('a photo with %s is accepted because browsers show all of it', async (_, faulty) => {
  const made = await encode(faulty)
  expect((await shades(made, 190)).equals(await shades(good, 190))).toBe(true)
})

test.each([
  ['no end marker', progressive.subarray(0, -2)],
  ['twenty bytes missing', progressive.subarray(0, -20)],
])('a progressive photo with %s is accepted', async (_, faulty) => {
  expect(await sharp(await encode(faulty)).metadata()).toMatchObject({ width: 300, height: 200 })
})

test.each([
  ['half a photo', photo.subarray(0, photo.length / 2)],
  ['nine tenths of a photo', photo.subarray(0, photo.length * 0.9)],
  ['half a progressive photo', progressive.subarray(0, progressive.length / 2)],
  ['the beginning of a photo', photo.subarray(0, 700)],
])('%s is rejected', async (_, part) => {
  await expect(encode(part)).rejects.toThrow(PictureRefused)
})

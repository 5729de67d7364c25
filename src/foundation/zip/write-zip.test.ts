import { buffer } from 'node:stream/consumers'
import { inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { writeZip, type ZipEntry } from './write-zip.ts'

async function* all(entries: readonly ZipEntry[]) {
  for (const entry of entries) yield await Promise.resolve(entry)
}

/** Reads an archive from its directory at the end, as programs do. */
function readZip(bytes: Buffer): [string, string][] {
  const end = bytes.length - 22
  expect(bytes.readUInt32LE(end)).toBe(0x06054b50)
  let at = bytes.readUInt32LE(end + 16)
  return Array.from({ length: bytes.readUInt16LE(end + 10) }, () => {
    expect(bytes.readUInt32LE(at)).toBe(0x02014b50)
    const [size, length, offset] = [20, 28, 42].map((place) =>
      place === 28 ? bytes.readUInt16LE(at + place) : bytes.readUInt32LE(at + place),
    )
    const name = bytes.subarray(at + 46, at + 46 + (length ?? 0)).toString()
    const start = (offset ?? 0) + 30 + bytes.readUInt16LE((offset ?? 0) + 26)
    at += 46 + (length ?? 0)
    return [name, inflateRawSync(bytes.subarray(start, start + (size ?? 0))).toString()]
  })
}

test('an archive contains each file under its name', async () => {
  const files = [
    { name: '2026-00001.xml', content: '<a/>' },
    { name: 'Übersicht/2026.csv', content: 'ä;ö'.repeat(10_000) },
    { name: 'empty', content: '' },
  ]
  const archive = await buffer(writeZip(all(files), new Date('2026-11-30T14:02:04Z')))
  expect(readZip(archive)).toEqual(files.map(({ name, content }) => [name, content]))
  expect(archive.length).toBeLessThan(1000)
  expect(await buffer(writeZip(all(files), new Date('2026-11-30T14:02:04Z')))).toEqual(archive)
})

test('an archive can be empty', async () => {
  expect(readZip(await buffer(writeZip(all([]), new Date(0))))).toEqual([])
})

import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { encodePicture, PictureRefused } from './encode-picture.ts'
import { judgePicture, type Described } from './judge-picture.ts'
import type { PictureWork } from './picture-work.ts'

const runFile = promisify(execFile)

/** The ids of the processes that encode pictures for this process. */
async function encoders(): Promise<number[]> {
  const { stdout } = await runFile('ps', ['-axo', 'pid=,ppid=,command='])
  const lines = stdout.split('\n').map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
  return lines.flatMap((line) =>
    Number(line?.[2]) === process.pid && line?.[3]?.includes('pictures/process.ts') === true
      ? [Number(line[1])]
      : [],
  )
}

const plain = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#7f1ccf' } })
  .png()
  .toBuffer()
const small: PictureWork = { from: plain, width: 320, format: { type: 'webp', quality: 80 } }
/** A picture that takes long enough for its encoder to be killed halfway. */
const noise = await sharp({
  create: {
    width: 1_200,
    height: 1_200,
    channels: 3,
    background: '#000',
    noise: { type: 'gaussian', mean: 128, sigma: 60 },
  },
})
  .jpeg()
  .toBuffer()
const long: PictureWork = { from: noise, width: 1_200, format: { type: 'webp', quality: 80 } }

/** Kills up to `most` encoder processes, each as soon as it exists. */
async function killSome(most: number): Promise<void> {
  const killed = new Set<number>()
  while (killed.size < most) {
    for (const pid of (await encoders()).filter((one) => !killed.has(one)).slice(0, most - killed.size)) {
      process.kill(pid, 'SIGKILL')
      killed.add(pid)
    }
  }
}

test('a separate process encodes several pictures and rejects unreadable ones', async () => {
  const made = await Promise.all([encodePicture(small), encodePicture({ ...small, width: 160 })])
  expect(await Promise.all(made.map(async (one) => (await sharp(one).metadata()).width))).toEqual([320, 160])
  expect(await encoders()).toHaveLength(1)
  await expect(encodePicture({ ...small, from: Buffer.from('no picture') })).rejects.toThrow(PictureRefused)
  expect(await sharp(await encodePicture({ ...small, width: 900 })).metadata()).toMatchObject({
    format: 'webp',
    width: 600,
  })
})

test('pictures from a killed encoder process are each retried alone', { tags: 'long' }, async () => {
  const works = [encodePicture(long), encodePicture(small)]
  await killSome(1)

  const [, other] = await Promise.all(works)
  expect(await sharp(other).metadata()).toMatchObject({ width: 320 })
})

test.runIf(process.platform === 'linux')(
  'when memory runs out, the picture encoder is killed first',
  async () => {
    await encodePicture(small)
    const [encoder] = await encoders()

    expect(await readFile(`/proc/${encoder ?? 0}/oom_score_adj`, 'utf8')).toBe('1000\n')
  },
)

test('an encoder process that just ended or cannot start affects no other picture', async () => {
  await encodePicture(small)
  await killSome(1)
  // This process does not know yet that the encoder has ended.
  const made = await Promise.all([encodePicture(small), encodePicture({ ...small, width: 160 })])
  expect(made).toHaveLength(2)

  const { execPath } = process
  process.execPath = '/nowhere/node'
  const failure = await encodePicture(small).catch((error: unknown) => error)
  process.execPath = execPath
  expect(failure).toBeInstanceOf(Error)
  expect(failure).not.toBeInstanceOf(PictureRefused)
  expect(await sharp(await encodePicture(small)).metadata()).toMatchObject({ width: 320 })
})

test('a picture that kills every encoder is rejected, and the next picture is encoded', async () => {
  const [made] = await Promise.allSettled([encodePicture(long), killSome(2)])

  expect(made.status === 'rejected' && made.reason).toBeInstanceOf(PictureRefused)
  expect(await sharp(await encodePicture(small)).metadata()).toMatchObject({ width: 320 })
})

/** A 16-bit PNG with alpha that contains only zeros. */
function zeros(width: number, height: number, isInterlaced = false): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 16
  header[9] = 6
  header[12] = isInterlaced ? 1 : 0
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

// Proves picture-cost.
test('an oversized picture is rejected before it is decoded', async () => {
  const refusalOf = async (from: Buffer) =>
    encodePicture({ ...small, from }).catch(
      (error: unknown) => error instanceof PictureRefused && error.refusal,
    )
  expect(await refusalOf(zeros(1_000_000, 100))).toBe('side')
  expect(await refusalOf(zeros(100, 1_000_000))).toBe('side')
  expect(await refusalOf(zeros(20_000, 20_000))).toBe('pixels')
  expect(await refusalOf(zeros(10_000, 10_000, true))).toBe('memory')
})

test('ordinary photos and screenshots are within the decoding limits', () => {
  const usual = { depth: 'uchar', isProgressive: false } as const
  const photo: Described = { ...usual, format: 'jpeg', width: 12_000, height: 8_300, channels: 3 }
  const square = { width: 10_000, height: 10_000 }
  const screenshot: Described = { ...usual, ...square, format: 'png', channels: 4, depth: 'ushort' }
  expect(judgePicture({ ...photo, orientation: 6 })).toBeUndefined()
  expect(judgePicture({ ...photo, isProgressive: true, chromaSubsampling: '4:2:0' })).toBeUndefined()
  expect(judgePicture({ ...photo, isProgressive: true, chromaSubsampling: '4:4:4' })).toBe('memory')
  expect(judgePicture({ ...photo, channels: 4, isProgressive: true })).toBe('memory')
  expect(judgePicture(screenshot)).toBeUndefined()
  expect(judgePicture({ ...screenshot, width: 1_170, height: 29_000 })).toBeUndefined()
  expect(judgePicture({ ...screenshot, orientation: 6 })).toBe('memory')
  expect(judgePicture({ ...screenshot, depth: 'uchar', isProgressive: true })).toBeUndefined()
  expect(judgePicture({ ...photo, format: 'webp', channels: 4 })).toBeUndefined()
})

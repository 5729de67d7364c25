import { buffer } from 'node:stream/consumers'
import pLimit from 'p-limit'
import { encodePicture } from '#foundation/pictures/encode-picture.ts'
import type { PictureWork } from '#foundation/pictures/picture-work.ts'
import type { FileStorage, StoredFile } from '../storage/storage.ts'
import { avifOf, pictureWidths, pngOf, previewOf, previewSize, type PictureWidth } from './picture-sources.ts'

/** The size of a logo in an email or on an invoice, for sharp screens, in pixels. */
const pngSide = 480
/** The AVIF effort, from 0 to 9. A higher value takes many times as long and makes pictures only a tenth smaller. */
const avifEffort = 2

/** Reads stored pictures, including in smaller widths, which are created when first requested and then kept. */
export type Pictures = {
  readonly read: (path: string, width: PictureWidth | undefined) => Promise<StoredFile | undefined>
  /** Reads the picture as AVIF. */
  readonly readAvif: (path: string, width: PictureWidth) => Promise<StoredFile | undefined>
  /** Reads the picture as PNG, at most `pngSide` pixels tall and wide. */
  readonly readPng: (path: string) => Promise<StoredFile | undefined>
  /** Reads the picture as JPEG, for the preview of a link. */
  readonly readPreview: (path: string) => Promise<StoredFile | undefined>
}

/** The variants of a stored picture. */
type Work = Omit<PictureWork, 'from'>
/** When a variant is created. */
type Turn = (begin: () => Promise<boolean>) => Promise<boolean>

const atOnce: Turn = (begin) => begin()

export function createPictures(storage: FileStorage): Pictures {
  const making = new Map<string, Promise<boolean>>()
  // Converting to AVIF occupies a core for a while, and buyers' requests need that core too.
  const inTurn = pLimit(1)

  const makeOnce = (path: string, target: string, work: Work, turn: Turn): Promise<boolean> => {
    const running = making.get(target)
    if (running !== undefined) return running
    const started = turn(() => make(storage, path, target, work)).finally(() => making.delete(target))
    making.set(target, started)
    return started
  }

  const readOrMake = async (path: string, target: string, work: Work, turn: Turn = atOnce) => {
    const stored = await storage.read(target)
    if (stored !== undefined) return stored
    return (await makeOnce(path, target, work, turn)) ? storage.read(target) : undefined
  }

  return {
    async read(path, width) {
      if (width === undefined) return storage.read(path)
      return readOrMake(path, widthPath(path, width), {
        width,
        format: { type: 'webp', quality: 80 },
      })
    },
    readAvif: (path, width) =>
      readOrMake(
        path,
        avifOf(widthPath(path, width)),
        { width, format: { type: 'avif', quality: 50, effort: avifEffort } },
        inTurn,
      ),
    readPng: (path) =>
      readOrMake(path, pngOf(path), {
        width: pngSide,
        height: pngSide,
        format: { type: 'png', compressionLevel: 9 },
      }),
    readPreview: (path) =>
      readOrMake(path, previewOf(path), {
        ...previewSize,
        isFilled: true,
        format: { type: 'jpeg', quality: 82 },
      }),
  }
}

export async function deletePicture(storage: FileStorage, path: string): Promise<void> {
  await storage.delete(path)
  for (const width of pictureWidths) {
    await storage.delete(widthPath(path, width))
    await storage.delete(avifOf(widthPath(path, width)))
  }
  await storage.delete(pngOf(path))
  await storage.delete(previewOf(path))
}

/** Returns false if there is no such picture. */
async function make(storage: FileStorage, path: string, target: string, work: Work): Promise<boolean> {
  const original = await storage.read(path)
  if (original === undefined) return false
  await storage.put(target, await encodePicture({ from: await buffer(original.stream), ...work }))
  return deleteOrphan(storage, path, target)
}

/** If the picture was deleted in the meantime, its smaller version is deleted as well. */
async function deleteOrphan(storage: FileStorage, path: string, target: string): Promise<boolean> {
  const original = await storage.read(path)
  original?.stream.destroy()
  if (original === undefined) await storage.delete(target)
  return original !== undefined
}

function widthPath(path: string, width: PictureWidth): string {
  return path.replace(/\.webp$/, `.w${width}.webp`)
}

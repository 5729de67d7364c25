import { pictureWidths, type PictureWidth } from './picture-sources.ts'
import type { FileStorage, StoredFile } from './storage.ts'

/** Reads stored pictures, also in smaller widths, which are made when they are first asked for and then kept. */
export type Pictures = {
  readonly read: (path: string, width: PictureWidth | undefined) => Promise<StoredFile | undefined>
}

export function createPictures(storage: FileStorage): Pictures {
  const making = new Map<string, Promise<boolean>>()

  const makeOnce = (path: string, width: PictureWidth): Promise<boolean> => {
    const target = widthPath(path, width)
    const running = making.get(target)
    if (running !== undefined) return running
    const started = make(storage, path, width).finally(() => making.delete(target))
    making.set(target, started)
    return started
  }

  return {
    async read(path, width) {
      if (width === undefined) return storage.read(path)
      const kept = await storage.read(widthPath(path, width))
      if (kept !== undefined) return kept
      return (await makeOnce(path, width)) ? storage.read(widthPath(path, width)) : undefined
    },
  }
}

/** Deletes a picture in every width. */
export async function deletePicture(storage: FileStorage, path: string): Promise<void> {
  await storage.delete(path)
  for (const width of pictureWidths) await storage.delete(widthPath(path, width))
}

/** False when there is no such picture. */
async function make(storage: FileStorage, path: string, width: PictureWidth): Promise<boolean> {
  const original = await storage.read(path)
  if (original === undefined) return false
  const { default: sharp } = await import('sharp')
  const smaller = sharp().resize({ width, withoutEnlargement: true }).webp({ quality: 80 })
  original.stream.on('error', (error) => smaller.destroy(error))
  const target = widthPath(path, width)
  await storage.put(target, await original.stream.pipe(smaller).toBuffer())
  return forgetOrphan(storage, path, target)
}

/** The picture may have been deleted meanwhile; then its smaller one goes as well. */
async function forgetOrphan(storage: FileStorage, path: string, target: string): Promise<boolean> {
  const original = await storage.read(path)
  original?.stream.destroy()
  if (original === undefined) await storage.delete(target)
  return original !== undefined
}

function widthPath(path: string, width: PictureWidth): string {
  return path.replace(/\.webp$/, `.w${width}.webp`)
}

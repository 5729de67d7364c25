/** What is needed of the browser. */
type Surroundings = {
  /** The app's document as the server has it now; undefined where it could not be read. */
  readonly servedDocument: () => Promise<string | undefined>
  readonly reload: () => void
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  /** Milliseconds. */
  readonly now: () => number
}

const key = 'reloadedAt'
const pause = 30_000

/**
 * For a chunk that could not be loaded: where that is because a newer version took its place, loads that one, but never
 * again and again. Whether there is one, the server's document says by the `entry` that it names. A browser that leaves
 * the page breaks off what is under way as well, and a reload would bring the person back; nor does it help without a
 * network.
 */
export async function loadNewerVersion(
  entry: string,
  { servedDocument, reload, storage, now }: Surroundings,
): Promise<void> {
  const text = await servedDocument()
  if (text === undefined || text.includes(new URL(entry).pathname)) return
  const isRepeated = now() - Number(storage.getItem(key)) < pause
  storage.setItem(key, String(now()))
  if (!isRepeated) reload()
}

export async function readDocument(): Promise<string | undefined> {
  try {
    const response = await fetch('/', { cache: 'no-store' })
    return response.ok ? await response.text() : undefined
  } catch {
    return undefined
  }
}

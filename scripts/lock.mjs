// Prevents two starts in the same folder from installing or building at the same time.
import { closeSync, openSync, rmSync, statSync, utimesSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const beatMs = 1000
// A killed process stops renewing its lock. Its age shows that, while its process id can be in use again.
const abandonedAfterMs = 10_000

/** Runs `work` under the lock file. Calls `onWait` the first time another process has the lock. */
export async function withLock(file, onWait, work) {
  let hasWaited = false
  while (!take(file)) {
    if (isAbandoned(file)) {
      rmSync(file, { force: true })
      continue
    }
    if (!hasWaited) onWait()
    hasWaited = true
    await sleep(250)
  }
  const beat = setInterval(() => touch(file), beatMs)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    rmSync(file, { force: true })
  }
}

function take(file) {
  try {
    closeSync(openSync(file, 'wx'))
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function isAbandoned(file) {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat !== undefined && Date.now() - stat.mtimeMs > abandonedAfterMs
}

function touch(file) {
  const now = new Date()
  try {
    utimesSync(file, now, now)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

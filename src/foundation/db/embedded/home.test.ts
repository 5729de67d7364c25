// @module-tag long starts databases as processes
import { chown, cp, mkdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { isRoot, nobodyId } from './account.ts'
import { locateBinaries } from './binaries.ts'
import { findHome } from './home.ts'
import {
  canUseNamespaces,
  end,
  launchProcess,
  likeContainer,
  makeFolder,
  nobodyCanRunProcess,
  readPid,
  startProcess,
  withoutNamespaces,
} from './test-harness.ts'

const nameless = 54_321
// Containers often forbid user namespaces, so these tests are skipped there.
const hasNamespaces = await canUseNamespaces()

const makeOwnFolder = async (uid: number) => {
  const folder = join(await makeFolder(), 'data')
  await mkdir(folder)
  await chown(folder, uid, uid)
  return { folder, options: { uid, gid: uid } }
}

describe.runIf(isRoot() && hasNamespaces)('started by root where user namespaces are allowed', () => {
  test('the database server runs in a user namespace, in a folder that only root can enter', async () => {
    const folder = await makeFolder(0o700)
    const { url, message } = await startProcess(folder)

    expect([url.slice(0, 11), message]).toEqual(['postgres://', ''])
    expect((await stat(join(folder, 'postgres/data'))).uid).toBe(0)
  })

  test('a database from a user namespace is handed over to `nobody` once namespaces are forbidden', async () => {
    const folder = await makeFolder()
    const first = await startProcess(folder)
    await end(first.child, 'SIGTERM')
    const second = await startProcess(folder, { env: await withoutNamespaces(folder) })

    expect(second.message).toBe('')
    expect((await stat(join(folder, 'postgres/data/base'))).uid).toBe(nobodyId)
    await end(second.child, 'SIGTERM')
    expect((await startProcess(folder)).message).toBe('')
  })
})

describe.runIf(isRoot())('started by root', () => {
  test('without user namespaces the database server runs as `nobody` in a data directory it can enter', async () => {
    const folder = await makeFolder()
    const env = await withoutNamespaces(folder)
    const first = await startProcess(folder, { env })
    expect([first.url.slice(0, 11), first.message]).toEqual(['postgres://', ''])
    expect((await stat(`/proc/${await readPid(folder)}`)).uid).toBe(nobodyId)
    await end(first.child, 'SIGKILL')

    const second = await startProcess(folder, { env })
    expect(second.url).toBe(first.url)
  })

  test('root in a container finds a database server running as `nobody`, whose process it cannot inspect', async () => {
    const folder = await makeFolder()
    const env = await withoutNamespaces(folder)
    const { child, done } = launchProcess(folder, { env }, likeContainer)
    const { url, message } = await done
    expect([url.slice(0, 11), message]).toEqual(['postgres://', ''])
    expect(await end(child, 'SIGTERM')).toBe(0)
  })

  test('a database is placed under /var/lib when `nobody` cannot enter the data directory', async () => {
    const folder = await makeFolder(0o700)
    const env = await withoutNamespaces(folder)
    const first = await startProcess(folder, { env })
    expect([first.url.slice(0, 11), first.message]).toEqual(['postgres://', ''])
    const place = (await readFile(join(folder, 'postgres-location'), 'utf8')).trim()
    expect(place).toMatch(/^\/var\/lib\/tillform\/[0-9a-f]{16}$/)
    await end(first.child, 'SIGKILL')

    const second = await startProcess(folder, { env })
    expect(second.url).toBe(first.url)
    await end(second.child, 'SIGTERM')
    await rm(place, { recursive: true })
    const third = await startProcess(folder, { env })
    expect(third.message).toContain(`says the database is in ${place}, but there is none`)
  })

  test('PostgreSQL programs that `nobody` cannot reach are copied next to the database', async () => {
    const hidden = await makeFolder(0o700)
    const installed = await locateBinaries()
    await cp(installed.folder, join(hidden, 'native'), { recursive: true, verbatimSymlinks: true })
    const folder = await makeFolder()
    vi.stubEnv('PATH', (await withoutNamespaces(folder)).PATH)
    const home = await findHome(folder, { ...installed, folder: join(hidden, 'native') })
    vi.unstubAllEnvs()

    expect(home).toMatchObject({ account: { uid: nobodyId }, folder: join(folder, 'postgres') })
    expect(home.binaries.folder).toBe(join(folder, `postgres/server-${installed.version}`))
  })
})

const canBeOrdinary = isRoot() && (await nobodyCanRunProcess())

describe.runIf(canBeOrdinary && hasNamespaces)(
  'started by a user id without a name where user namespaces are allowed',
  () => {
    test('the database starts under a user id without a name', async () => {
      const { folder, options } = await makeOwnFolder(nameless)
      const { child, message } = await startProcess(folder, options)

      expect(message).toBe('')
      expect((await stat(join(folder, 'postgres/data'))).uid).toBe(nameless)
      expect(await end(child, 'SIGTERM')).toBe(0)
    })

    test('root can start another user’s database, and other users see who owns it', async () => {
      const { folder, options } = await makeOwnFolder(nameless)
      for (const user of [options, {}, options]) {
        const { child, message } = await startProcess(folder, user)
        expect(message).toBe('')
        await end(child, 'SIGTERM')
      }
      const { message } = await startProcess(folder, { uid: nobodyId, gid: nobodyId })
      expect(message).toContain(`belongs to another user (user id ${nameless})`)
    })
  },
)

describe.runIf(canBeOrdinary)('started by an ordinary user', () => {
  test('the database server runs as an ordinary user who starts it', async () => {
    const { folder, options } = await makeOwnFolder(nobodyId)
    const { child, message } = await startProcess(folder, options)

    expect(message).toBe('')
    expect((await stat(join(folder, 'postgres/data'))).uid).toBe(nobodyId)
    expect(await end(child, 'SIGTERM')).toBe(0)
  })

  test('when no account can run the database, the message names the two settings that help', async () => {
    const { folder, options } = await makeOwnFolder(nameless)
    const env = await withoutNamespaces(await makeFolder())
    const { message } = await startProcess(folder, { ...options, env })

    expect(message).toContain(`The user id ${nameless} has no name on this system`)
    expect(message).toContain('DATA_DIR')
    expect(message).toContain('DATABASE_URL')
  })
})

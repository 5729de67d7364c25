import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname } from 'node:path'
import { z } from 'zod'

/** The details in Node's error about a file or folder. */
const fileError = z.object({ code: z.string(), syscall: z.string(), path: z.string().default('') })

/**
 * Explains the problem with a file or folder and what to do about it, or returns undefined for other and
 * unknown errors.
 */
export function fileProblem(error: unknown): string | undefined {
  const { data } = fileError.safeParse(error)
  if (data === undefined) return undefined
  const { code, syscall, path } = data
  const what =
    syscall === 'mkdir' || syscall === 'mkdtemp' ? `The folder ${path} cannot be created` : unusable(path)
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return `${what}: the user ${nameOfUser()} is not allowed to. Give that user access (chown, chmod), or choose another location.`
    case 'EROFS':
      return `${what}: it is on a read-only file system. Choose another location; under systemd, allow this one with ReadWritePaths.`
    case 'ENOSPC':
    case 'EDQUOT':
      return `${what}: the disk is full. Free up space, or choose another location.`
    case 'ENOTDIR':
    case 'EEXIST':
      return `${what}: a part of its path is a file, not a folder. Move that file, or choose another location.`
    case 'EISDIR':
      return `${path === '' ? 'This path' : path} is a folder, not a file. Name a file in it.`
    case 'ENOENT':
      return missing(what, path)
    default:
      return undefined
  }
}

function missing(what: string, path: string): string {
  const folder = dirname(path)
  if (!existsSync(folder)) return `There is no folder ${folder}. Create it, or choose another location.`
  return what === unusable(path)
    ? `There is no ${path}. Check its name.`
    : `${what} there. Choose another location.`
}

const unusable = (path: string) => `${path} cannot be used`

/** In a container, the process can run as a user without a name. */
function nameOfUser(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.())
  }
}

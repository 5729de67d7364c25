import type { OpenSession } from '#accounts/identity/security-contract.ts'

/** Sessions with the same browser and system. `latest` is the one used last. */
export type Device = { readonly latest: OpenSession; readonly ids: readonly string[] }

/** The signed-in devices: this one first, then the most recently used. `sessions` are in order of use. */
export function devicesOf(sessions: readonly OpenSession[]): readonly Device[] {
  const devices = new Map<string, { latest: OpenSession; ids: string[] }>()
  for (const session of sessions) {
    // The current session is ended in a different way from the others.
    const name = session.isThis ? '' : session.device
    const device = devices.get(name)
    if (device === undefined) devices.set(name, { latest: session, ids: [session.id] })
    else device.ids.push(session.id)
  }
  return [...devices.values()].toSorted((a, b) => Number(b.latest.isThis) - Number(a.latest.isThis))
}

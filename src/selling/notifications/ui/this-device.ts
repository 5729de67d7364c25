import { dropPush, pushScope } from '#web/kit/browser/drop-push.ts'
import type { PushDevice } from '../push/contract.ts'

/** Under which id the server knows this browser. */
const stored = 'pushDevice'

/** Whether this browser can be told anything at all. */
export function canTakePush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** This browser among a member's devices; null where it is none of them, or no longer lets itself be reached. */
export function thisDevice(devices: readonly PushDevice[]): PushDevice | null {
  if (!canTakePush() || Notification.permission !== 'granted') return null
  return devices.find(({ id }) => id === localStorage.getItem(stored)) ?? null
}

export function saveThisDevice(id: string): void {
  localStorage.setItem(stored, id)
}

/** Why a browser was not turned on, in words for who pressed. */
export class NotReachable extends Error {}

/** Asks the person, then the browser, to be reached; answers where and with which keys. */
export async function reachThisDevice(publicKey: string) {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new NotReachable(
      'Your browser does not allow notifications for this site. Allow them in its settings.',
    )
  const worker = await navigator.serviceWorker.getRegistration(pushScope)
  if (worker === undefined)
    throw new NotReachable('This browser is not ready yet. Load the page again, and try once more.')
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  const subscription = await worker.pushManager.subscribe(options).catch(() => {
    throw new NotReachable('Your browser could not reach its push service. Private windows have none.')
  })
  const { endpoint = '', keys } = subscription.toJSON()
  return { endpoint, keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } }
}

/** The browser no longer lets itself be reached, whatever the server still knows. */
export async function leaveThisDevice(): Promise<void> {
  localStorage.removeItem(stored)
  await dropPush()
}

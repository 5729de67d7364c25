import { z } from 'zod'

/** The session's cookie that came with a token: a browser sends both. */
const cookies = new Map<string, string>()

/** Stores the cookie that came with a token. */
export function storeCookie(body: unknown, headers: Headers): void {
  const token = z.object({ token: z.string() }).safeParse(body).data?.token
  const [cookie = ''] = headers.getSetCookie().filter((set) => set.includes('tillform-session='))
  if (token !== undefined && cookie !== '') cookies.set(token, cookie.split(';')[0] ?? '')
}

/** The session's cookie of the browser that was given this token. */
export const cookieBeside = (token: string) => cookies.get(token) ?? ''

/** What a thief has of somebody: the token that their browser keeps where scripts read it. */
export const tokenAlone = { cookie: '' } as const

/** What a set-up fee is called whose seller does not name it. */
export const setupName = 'Set-up fee'

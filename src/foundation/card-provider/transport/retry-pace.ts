/**
 * Before a request is sent a second time, so many milliseconds are waited or up to twice as many; twice that before the
 * third. In the processes of the unit and API tests another file stands in this one's place (vitest.config.ts).
 */
export const firstPause = 200

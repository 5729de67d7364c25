/** Runs `work` while holding the lock file; calls `onWait` once if another process holds it. */
export function withLock<T>(file: string, onWait: () => void, work: () => Promise<T>): Promise<T>

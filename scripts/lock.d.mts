/** Runs `work` under the lock file. Calls `onWait` the first time another process has the lock. */
export function withLock<T>(file: string, onWait: () => void, work: () => Promise<T>): Promise<T>

/** Runs `work` while holding the lock file; `onWait` is called once when somebody else holds it. */
export function withLock<T>(file: string, onWait: () => void, work: () => Promise<T>): Promise<T>

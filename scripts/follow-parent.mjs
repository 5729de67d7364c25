// Loaded before a program that must not outlive the one that started it: when the parent is gone, however it
// went, the program gets the same SIGTERM that an orderly stop would have sent.
const parent = process.ppid

const watch = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(watch)
  process.kill(process.pid, 'SIGTERM')
}, 250)
watch.unref()

// Loaded before a program that must not outlive its parent: when the parent is gone, for whatever reason, the program
// gets the same SIGTERM that an orderly stop would have sent.
const parent = process.ppid

const watch = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(watch)
  process.kill(process.pid, 'SIGTERM')
}, 250)
watch.unref()

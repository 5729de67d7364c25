// Preloaded into programs that must not outlive their parent. When the parent is gone, the program gets a SIGTERM as in
// an orderly stop.
const parent = process.ppid

const watch = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(watch)
  process.kill(process.pid, 'SIGTERM')
}, 250)
watch.unref()

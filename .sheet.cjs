const sharp = require('sharp')
const [, , out, height, scale, ...files] = process.argv
;(async () => {
  const h = Number(height), s = Number(scale)
  const ims = []
  for (const f of files) {
    const m = await sharp(f).metadata()
    const w = Math.round(m.width * s), hh = Math.round(m.height * s)
    ims.push({ b: await sharp(await sharp(f).resize(w).png().toBuffer()).extract({ left: 0, top: 0, width: w, height: Math.min(hh, h) }).toBuffer(), w })
  }
  let x = 0
  const comp = ims.map((i) => { const c = { input: i.b, left: x, top: 0 }; x += i.w + 12; return c })
  await sharp({ create: { width: x, height: h, channels: 3, background: '#888' } }).composite(comp).png().toFile(out)
})()

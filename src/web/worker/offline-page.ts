/** The page that is shown while the device is offline. It needs nothing else. */
export const offlinePage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>You are offline · Tillform</title>
    <style>
      :root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif; }
      body { margin: 0; min-height: 100dvh; display: grid; place-items: center; background: light-dark(#faf9fc, #131017); color: light-dark(#1f1a26, #f2eff6); }
      main { box-sizing: border-box; max-width: 32rem; padding: 2rem 1.25rem; text-align: center; text-wrap: pretty; }
      h1 { margin: 1rem 0 0.5rem; font-size: 1.75rem; line-height: 1.2; }
      p { margin: 0 0 1.5rem; color: light-dark(#5c5466, #b8b0c2); }
      a { display: inline-block; padding: 0.65rem 1.4rem; border-radius: 0.75rem; background: #7f1ccf; color: #fff; font-weight: 600; text-decoration: none; }
      a:focus-visible { outline: 2px solid light-dark(#7f1ccf, #c58bf5); outline-offset: 4px; }
    </style>
  </head>
  <body>
    <main>
      <svg width="64" height="64" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="9" fill="#7f1ccf" />
        <path d="M8 10h16M16 10v9.5a3.5 3.5 0 0 0 3.5 3.5H22" fill="none" stroke="#fff" stroke-width="3.4" stroke-linecap="round" />
        <circle cx="9.8" cy="21.2" r="2.4" fill="#ffd166" />
      </svg>
      <h1>You are offline</h1>
      <p>Tillform stores none of your shop on this device, so it never shows an old price or another shop’s sales. Your payment pages keep selling.</p>
      <a href="">Try again</a>
    </main>
  </body>
</html>`

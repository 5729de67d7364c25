/** How long a picture can delay the page's scripts, in milliseconds. */
const patience = 2000

/**
 * The inline script at the end of a page with a picture. It starts the page's own script (`data-page`) and the
 * provider's (`data-provider`; none if everything is free) once the picture is painted, on the buyer's first input, or
 * after a delay. On a slow connection the scripts would compete with the picture, and servers without HTTP/2 ignore
 * priorities. On a slow processor, starting them would delay painting a picture that has already arrived. In a hidden
 * tab or frame nothing is painted, so the scripts start after that delay. The script reports the progress of the
 * provider's script in `data-state`, like a document's `readyState`.
 */
export const scriptsAfterPicture = [
  '(({page,provider})=>{',
  'const picture=document.querySelector("img[fetchpriority=high]");',
  'let begun=false;',
  'const begin=()=>{',
  'if(begun)return;begun=true;import(page);',
  'if(!provider)return;',
  'const script=document.createElement("script");',
  'script.id="provider-script";script.src=provider;script.dataset.state="loading";',
  'script.onload=script.onerror=()=>{script.dataset.state="complete"};',
  'document.head.append(script)};',
  'if(!picture)return begin();',
  'const afterPaint=()=>requestAnimationFrame(()=>setTimeout(begin));',
  'if(picture.complete)afterPaint();',
  'for(const name of["load","error"])picture.addEventListener(name,afterPaint);',
  'for(const name of["pointerdown","keydown","focusin"])addEventListener(name,begin);',
  `setTimeout(begin,${patience})`,
  '})(document.currentScript.dataset)',
].join('')

/** How long a picture can delay the scripts, in milliseconds. */
const patience = 2000

/**
 * The inline script at the end of a page with a picture: starts the page's own script (`data-page`) and the
 * provider's (`data-provider`; none if everything is free) once the picture is painted, on the buyer's first input,
 * or after a while. On a slow line they would compete with the picture, and servers without HTTP/2 ignore priorities;
 * on a slow processor, starting them would delay painting a picture that is already there. In a hidden tab or frame
 * nothing is painted, so they wait that while. The provider's script reports its progress in `data-state`, in the
 * words of a document.
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

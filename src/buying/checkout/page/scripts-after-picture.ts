/** How long a picture may hold the scripts up, in milliseconds. */
const patience = 2000

/**
 * The inline script at the end of a page with a picture: starts the page's own script (`data-page`) and the provider's
 * (`data-provider`; none where nothing can cost anything) once the picture is painted, with the buyer's first move, or
 * after a while. On a slow line all of them share it, and a priority says nothing to servers without HTTP/2; on a slow
 * processor starting them would hold the picture up that is already there. Where nothing is painted, in a tab or a
 * frame out of sight, they wait for that while to pass. The provider's says in `data-state` how far it is, in the
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

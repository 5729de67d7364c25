/** How long a picture may hold the scripts up, in milliseconds. */
const patience = 2000

/**
 * The inline script at the end of a page with a picture: starts the page's own script (`data-page`) and the provider's
 * (`data-provider`; none where nothing can cost anything) once the picture is there, with the buyer's first move, or
 * after a while. On a slow line all of them share it, and a priority says nothing to servers without HTTP/2.
 */
export const scriptsAfterPicture = [
  '(({page,provider})=>{',
  'const picture=document.querySelector("img[fetchpriority=high]");',
  'let begun=false;',
  'const begin=()=>{',
  'if(begun)return;begun=true;import(page);',
  'if(!provider)return;',
  'const script=document.createElement("script");',
  'script.id="provider-script";script.src=provider;document.head.append(script)};',
  'if(!picture||picture.complete)return begin();',
  'for(const name of["load","error"])picture.addEventListener(name,begin);',
  'for(const name of["pointerdown","keydown","focusin"])addEventListener(name,begin);',
  `setTimeout(begin,${patience})`,
  '})(document.currentScript.dataset)',
].join('')

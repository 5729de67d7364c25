import { expect, test } from 'vitest'
import { isActiveDrawing } from './active-drawing.ts'

const head = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'

/** What an old version of Illustrator writes. */
const illustrator = `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
  <!ENTITY ns_svg "http://www.w3.org/2000/svg">
  <!ENTITY ns_ai "http://ns.adobe.com/AdobeIllustrator/10.0/">
]>
<svg xmlns="&ns_svg;" xmlns:i='&ns_ai;'><switch><foreignObject requiredExtensions="&ns_ai;"><i:pgfRef xlink:href="#a"/>
</foreignObject></switch></svg>`

// Proves file-names.
test.each([
  ['a script', `${head}><script>alert(1)</script></svg>`],
  [
    'a script by another prefix',
    '<svg xmlns:ü="http://www.w3.org/2000/svg"><ü:script href="https://eve.com"/></svg>',
  ],
  ['a script in UTF-16', Buffer.from(`\ufeff${head}><script>alert(1)</script></svg>`, 'utf16le')],
  ['a handler of events', `${head}\n onload = 'alert(1)'/>`],
  ['a handler behind a sign', `${head}><a title=">" onclick="alert(1)"/></svg>`],
  ['a handler for all elements', `<!DOCTYPE svg [<!ATTLIST svg onload CDATA "alert(1)">]>${head}/>`],
  ['a handler set by an animation', `${head}><set attributeName="onload" to="alert(1)"/></svg>`],
  [
    'a link that is a script',
    `${head}><a xlink:href=" java&#x0a;script:alert(1)"><text>Press</text></a></svg>`,
  ],
  [
    'a link set by an animation',
    `${head}><animate attributeName="href" values="#a;javascript:alert(1)"/></svg>`,
  ],
  [
    'another document',
    `${head}><foreignObject><h:iframe xmlns:h="http://www.w3.org/1999/xhtml"/></foreignObject></svg>`,
  ],
  ['a style sheet that rewrites it', `<?xml-stylesheet type="text/xsl" href="#a"?>${head}/>`],
  [
    'markup in an entity',
    `<!DOCTYPE svg [<!ENTITY a "&#38;#60;script>alert(1)&#38;#60;/script>">]>${head}>&a;</svg>`,
  ],
  [
    'a link made of entities',
    `<!DOCTYPE svg [<!ENTITY a "java">]>${head}><a xlink:href="&a;script:alert(1)"/></svg>`,
  ],
  [
    'a link made of foreign entities',
    `<!DOCTYPE svg [<!ENTITY ä "java">]>${head}><a xlink:href="&ä;script:alert(1)"/></svg>`,
  ],
  ['a link made of long references', `${head}><a xlink:href="&#0000000000106;avascript:alert(1)"/></svg>`],
  [
    'an entity that is a script',
    `<!DOCTYPE svg [<!ENTITY a "javascript:alert(1)">]>${head}><a xlink:href="&a;"/></svg>`,
  ],
  ['an entity from elsewhere', `<!DOCTYPE svg [<!ENTITY a SYSTEM "https://eve.com/a">]>${head}>&a;</svg>`],
  ['another encoding within words', `${head}><s\u001b(Bcript>alert(1)</s\u001b(Bcript></svg>`],
])('a drawing with %s is active', (_, drawing) => {
  expect(isActiveDrawing(Buffer.from(drawing))).toBe(true)
})

test.each([
  ['of Illustrator', illustrator],
  [
    'with texts',
    `${head}><text>JavaScript: once “on”, descriptions &amp; scripts</text><title>Q&#38;A</title></svg>`,
  ],
  [
    'with metadata',
    `${head}><metadata><rdf:RDF/></metadata><a xlink:href="https://example.com"><g/></a></svg>`,
  ],
  [
    'with styles',
    `${head}><style><![CDATA[.on{fill:red}]]></style><image href="data:image/png;base64,aa"/></svg>`,
  ],
  [
    'of Inkscape',
    `${head}><sodipodi:namedview objecttolerance="10" showgrid="false"/><g inkscape:label="Ebene"/></svg>`,
  ],
])('a drawing %s is not active', (_, drawing) => {
  expect(isActiveDrawing(Buffer.from(drawing))).toBe(false)
})

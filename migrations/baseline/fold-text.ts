/** Apostrophes in every form that keyboards and pages produce. */
const apostrophes = "'\u2019\u2018`\u00b4\u02bc\u02bb\u02b9\u2032\u201b\uff07"
/** Signs without a width. */
const unseen = '\u00ad\u034f\u200b\u200c\u200d\u200e\u200f\u2060\ufeff'

/** Accents, and the vowel marks of Hebrew and Arabic, which are optional in writing. */
const marks = String.raw`[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0]`
/** Scripts in which names are written with or without a space between their parts. */
const unspaced = String.raw`[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]`
/** Each letter in the first string is treated as the letter at the same position in the second. */
const letters = ['ıłŁøØđĐħĦðÐςΣÆŒÞẞ‐‑‒–—―ىیےکەةہھٱ', 'illooddhhddσσæœþß------يييكهههها']
/** The zeros of scripts with their own digits: Arabic, Persian, Devanagari, Bengali, Thai, Lao, Burmese, Khmer. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xed0, 0x1040, 0x17e0]
const digits = zeros.map((zero) => String.fromCodePoint(...Array.from({ length: 10 }, (_, at) => zero + at)))
/** A written hamza is optional like the ones above and below a letter. */
const nothing = 'ء·'
const compared = [
  `${letters[0]}${digits.join('')}${nothing}`,
  `${letters[1]}${'0123456789'.repeat(zeros.length)}`,
]

/**
 * Texts are compared without accents, apostrophes and case. An index can use the function, and its result does not
 * depend on the database's locale, so letters without a removable accent are listed.
 */
export const foldText = `
  create or replace function fold_text(text) returns text language sql immutable parallel safe as $fold$
    select case
      when octet_length($1) = char_length($1) and strpos($1, '  ') = 0
        then lower(translate($1, ${quoted("'`")}, '') collate "C")
      else btrim(regexp_replace(regexp_replace(
        replace(replace(replace(replace(
          translate(
            lower(regexp_replace(
              normalize(translate($1, ${quoted(apostrophes + unseen)}, ''), NFKD), '${marks}', '', 'g')),
            ${compared.map(quoted).join(', ')}),
          'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
        '\\s+', ' ', 'g'), '(?<=${unspaced}) (?=${unspaced})', '', 'g'))
    end
  $fold$;

  create or replace function folded_pattern(text) returns text language sql immutable parallel safe as $fold$
    select '%' || regexp_replace(fold_text($1), '([\\\\%_])', '\\\\\\1', 'g') || '%'
  $fold$;
`

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

import type { Random } from '#foundation/values/random.ts'

export type Person = { readonly name: string; readonly email: string }

const firstNames =
  'Ada Adele Aisha Akira Alba Amina Anders Anika Anton Arjun Astrid Beatriz Ben Bianca Björn Callum Carla Chiara Daan Daniela Dilan Edith Elena Elif Emil Esther Farid Fatima Felix Freya Gabriel Greta Hana Hugo Imani Ines Ingrid Ismael Jana Joaquín Johanna Kai Kenji Laila Leon Linh Lukas Malik Maren Marta Mateo Maya Milan Mina Naomi Nils Nora Oksana Omar Oscar Paloma Petra Priya Rafael Rania Rosa Ruben Sana Santiago Sara Selma Simon Sofia Sven Tariq Teresa Theo Tomas Uma Valentina Vera Viktor Wei Wilma Yara Yusuf Zoe'.split(
    ' ',
  )
const lastNames =
  'Abbott Adeyemi Ahmed Andersen Araujo Bakker Banerjee Bauer Becker Bergman Blanc Brandt Castillo Chen Christensen Costa Cruz Dahlberg Demir Diaz Dubois Eriksen Ferrari Fischer Fontaine Fraser Garcia Gruber Haddad Hansen Hayashi Herrera Hoffmann Hughes Ibrahim Ito Jansen Johansson Kaya Kelly Khan Kim Kowalski Krüger Kumar Larsen Laurent Lopez Lund Mancini Marin Martins Mbeki Mendoza Meyer Moreau Morris Nakamura Nguyen Nowak Okeke Olsen Ortega Park Pereira Petrov Rao Reyes Ricci Rossi Russo Sato Schmidt Silva Singh Sørensen Stein Tan Torres Vega Vogel Walsh Wang Weiss Wright Yilmaz Zhang Ziegler'.split(
    ' ',
  )

/** Somebody who is not among `known` by their address yet. */
export function newPerson(random: Random, known: ReadonlySet<string>): Person {
  for (;;) {
    const name = `${random.pick(firstNames)} ${random.pick(lastNames)}`
    const email = `${asAddress(name)}@example.com`
    if (!known.has(email)) return { name, email }
  }
}

function asAddress(name: string): string {
  const letters = name.toLowerCase().replaceAll('ø', 'o').normalize('NFD')
  return letters.replaceAll(/\p{M}/gu, '').replaceAll(/[^a-z]+/g, '.')
}

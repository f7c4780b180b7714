/** The invented players of the sample round. */
import type { EventData } from '../../../../events/index.ts'

type Player = EventData<'game-opened'>['white']

export const PAIRINGS: readonly (readonly [white: Player, black: Player])[] = [
  [
    { name: 'Okonjo, Bela', title: 'IM', rating: 2418, federation: 'SAM', fideId: '990000011' },
    { name: 'Tarvainen, Ilse', title: 'FM', rating: 2365, federation: 'SAM', fideId: '990000012' },
  ],
  [
    { name: 'Marchetti, Ruy', rating: 2290, federation: 'SAM', fideId: '990000021' },
    { name: 'Quillan, Odette', title: 'WGM', rating: 2331, federation: 'SAM', fideId: '990000022' },
  ],
  [
    { name: 'Haldorsen, Petra', title: 'WIM', rating: 2254, federation: 'SAM', fideId: '990000031' },
    { name: 'Adeyemi, Kwame', title: 'FM', rating: 2302, federation: 'SAM', fideId: '990000032' },
  ],
  [
    { name: 'Sorrentino, Livia', rating: 2187, federation: 'SAM', fideId: '990000041' },
    { name: 'Brezina, Matej', rating: 2201, federation: 'SAM', fideId: '990000042' },
  ],
  [
    { name: 'Castellan, Juno', rating: 2150, federation: 'SAM', fideId: '990000051' },
    { name: 'Ostrowska, Hania', rating: 2176, federation: 'SAM', fideId: '990000052' },
  ],
  [
    { name: 'Lindqvist, Arvo', rating: 2098, federation: 'SAM', fideId: '990000061' },
    { name: 'Pereira, Nuno', rating: 2122, federation: 'SAM', fideId: '990000062' },
  ],
  [
    { name: 'Novotna, Ester', rating: 2044, federation: 'SAM', fideId: '990000071' },
    { name: 'Galloway, Finn', rating: 2067, federation: 'SAM', fideId: '990000072' },
  ],
  [
    { name: 'Demir, Selin', rating: 1987, federation: 'SAM', fideId: '990000081' },
    { name: 'Vesely, Radim', rating: 2011, federation: 'SAM', fideId: '990000082' },
  ],
]

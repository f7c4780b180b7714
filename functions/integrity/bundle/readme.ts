/** The text inside each bundle: how to read and check it with nothing but a ZIP program and SHA-256. */

export const bundleReadme = (tournament: string, name: string): string => `THE RECORD OF A CHESS TOURNAMENT
${name} (id ${tournament})

This ZIP file holds everything that was recorded of the games of one tournament, in such a form that it can be read and
checked without the software that wrote it. All text is UTF-8. "JSON" is RFC 8259; an .ndjson file has one JSON object
on each line. All instants are UTC as in 2026-03-14T15:00:00.000Z; all durations are whole milliseconds.

WHAT LIES WHERE

README.txt              this text
tournament.json         the tournament as it was entered
rounds/R.ndjson         the record of round R: when it was opened, which game was at which board, when it was closed
games/G.ndjson          the record of game G, with all that proves it
games.pgn               the games in PGN, the usual notation for chess programs; a game ends there before its first
                        illegal move, with a comment
games-as-played.pgn     the same with every move as it was made, legal or not
report-*.txt            the report to the chess federation (FIDE's TRF format); what it says of
                        games follows from them, its ranks, byes and heading came from elsewhere
results.json            each game's result and verdicts, with a digest (below)
manifest.json           the length and the SHA-256 of every other file

THE LINES OF games/G.ndjson AND rounds/R.ndjson

{"kind":"commit","stream":S,"n":N,"body":B,"hash":H}
    Events that were stored together. N counts 1, 2, 3 ... without gaps. B is a text that is itself JSON:
      stream, n      the same again
      prev           the hash of commit N-1; 64 zeros in the first
      at             when it was stored
      principal      who reported it (the id of a token, not a name)
      clockOffset    how far the reporter's clock was behind the host's, in ms, where it said when it sent
      format         1
      events         the events, each with id, type, at (when it happened), by (who did it), seq (1, 2, 3 ... through
                     the whole file), receivedAt, v (version of data) and data
    Players' names and free words are not in B, so that they can be erased without breaking the chain. In their place
    stand {"person": P} and {"text": T, "digest": D}.
{"kind":"kept","stream":S,"sk":K,"value":V}
    What stood there. K is "text#T": V.words are the words; SHA-256 of the text V.salt followed by V.words is D.
    K is "entry#E#k": V.fields is a player's entry; E is the member "kept" of its event, k counts its players from 0,
    and SHA-256 of V.salt followed by the canonical JSON (RFC 8785) of V.fields is the k-th of the event's "digests".
    A missing line means that the words or the person were erased, which is lawful and changes nothing else.
{"kind":"event","commit":N,"event":E}
    For reading only: each event of commit N with persons and words put back in their places.
{"kind":"anchor","anchor":A,"leaf":L,"index":I,"proof":[...]}
    A signed statement that at the time A.at commit L.n of stream L.stream had the hash L.hash.

TO CHECK A FILE BY HAND

1. For each commit, SHA-256 of the UTF-8 bytes of B, in hexadecimal, is H; and "prev" in B is the H of the commit before.
   Then nothing was changed within the chain without changing every hash after it.
2. For each anchor: write L as canonical JSON (RFC 8785: members sorted, no white space). Hash the byte 0 followed by it
   with SHA-256: the leaf. Walk up the Merkle tree of RFC 9162, 2.1 with the hashes in "proof", from the leaf upwards:
   I counts leaves from 0, A.count is their number; a pair is the SHA-256 of the byte 1, the left hash and the right hash
   (32 bytes each). The result is A.root.
3. A's members format, n, at, prev, root, count, key, as canonical JSON, hash to A.hash; the signature (base64url) over
   that same text is Ed25519 (RFC 8032) by the key that the organiser published. TAKE THE KEY FROM ELSEWHERE: from the
   organiser, the federation, a printed bulletin. A key found beside the record proves nothing.
4. If commit L.n in the file has the hash L.hash, then all commits up to it are those that were signed at A.at. Commits
   after the last anchor rest on step 1 alone.

EVERY DIGEST, AND WHAT IT IS MADE OF

All are SHA-256, written in hexadecimal; canonical JSON is RFC 8785, as UTF-8.

H of a commit                  the text B
D of words                     the text V.salt followed by V.words ("kept" line with the same T)
"digests" of an event          each: V.salt followed by the canonical JSON of V.fields ("kept" line entry#E#k)
A.hash of an anchor            the canonical JSON of A without its members hash and signature
A.root of an anchor            the Merkle tree over its leaves, step 2 above
A.key of an anchor             the first 16 digits of the SHA-256 of the 32 bytes of the public key
"digest" of a reading          the canonical JSON of the member "digested" of the same line of results.json: the result
                               without its reason, and all verdicts
"root" in manifest.json        the Merkle tree of step 2 over {"hash": H, "n": N, "stream": S} of the last commit of each
                               file under games/ and rounds/, as canonical JSON, sorted by S
"sha256" in manifest.json      the bytes of the file

"reading" in results.json was made by folding the events under the Laws of Chess in the edition that the game names;
"reducer" is the version of the program that did so. A later version may read the Laws differently and get another digest
although no byte of the record has changed; an anchor's leaf holds the reading of its time.

WITH THE SOFTWARE

touchmove verify FILE.zip --key PUBLIC
`

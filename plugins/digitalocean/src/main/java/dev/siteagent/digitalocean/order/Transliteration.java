package dev.siteagent.digitalocean.order;

import java.text.Normalizer;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Writes letters of other alphabets in ASCII where each has a usual spelling of its own: Latin with marks, Cyrillic,
 * Greek. Everything else stays as it is.
 */
final class Transliteration {
    private static final Map<String, String> LETTERS = letters();

    private Transliteration() {}

    static String toAscii(String text) {
        // Composed first, so that й and ї are the letters they are and not и and і with a mark.
        StringBuilder ascii = new StringBuilder(text.length());
        Normalizer.normalize(text, Normalizer.Form.NFC)
                .codePoints()
                .forEach(c -> ascii.append(spelling(Character.toString(c))));
        return ascii.toString();
    }

    private static String spelling(String letter) {
        if (letter.charAt(0) < 0x80) {
            return letter;
        }
        String known = LETTERS.get(letter.toLowerCase(Locale.ROOT));
        if (known != null) {
            return known;
        }
        String base = Normalizer.normalize(letter, Normalizer.Form.NFKD).replaceAll("\\p{M}+", "");
        return LETTERS.getOrDefault(base.toLowerCase(Locale.ROOT), base);
    }

    private static Map<String, String> letters() {
        Map<String, String> letters = new HashMap<>();
        add(letters, "ß ss æ ae œ oe ø o đ d ð d þ th ł l ħ h ı i ĸ k ŋ n ŧ t ə e");
        add(letters, "а a б b в v г g д d е e ё yo ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f");
        add(letters, "х kh ц ts ч ch ш sh щ shch ы y э e ю yu я ya");
        add(letters, "і i ї yi є ye ґ g ў u ђ dj ј j љ lj њ nj ћ c џ dz ѓ gj ѕ dz ќ kj");
        add(
                letters,
                "α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o");
        letters.put("ь", "");
        letters.put("ъ", "");
        return Map.copyOf(letters);
    }

    private static void add(Map<String, String> letters, String pairs) {
        String[] words = pairs.split(" ", -1);
        for (int i = 0; i < words.length; i += 2) {
            letters.put(words[i], words[i + 1]);
        }
    }
}

import { afterEach, describe, expect, it } from "vitest";
import { cardName, parseCard, propertiesOf, propertyBadge, propertyName, theCard } from "../src/games/triple/cards";
import { language } from "../src/lib/language.svelte";

afterEach(() => (language.current = "en"));

describe("cards", () => {
  it("consist of colour, shape and waves", () => {
    expect(parseCard("bs2")).toEqual({ colour: "blue", shape: "star", waves: 2 });
    expect(parseCard("?")).toBeNull();
    expect(parseCard("bs4")).toBeNull();
    expect(propertiesOf("yx0")).toEqual(["yellow", "plus", "0"]);
  });

  it("have names in English", () => {
    expect(cardName("bs2")).toBe("blue star, two waves");
    expect(cardName("px0")).toBe("purple plus, no waves");
    expect(theCard("rd1")).toBe("the red diamond");
    expect(propertyName("star")).toBe("star");
    expect(propertyName("1")).toBe("one wave");
    expect(propertyBadge("3")).toBe("3 waves");
  });

  it("are inflected in German", () => {
    language.current = "de";
    expect(cardName("bs2")).toBe("blauer Stern, zwei Wellen");
    expect(cardName("rd1")).toBe("rotes Karo, eine Welle");
    expect(cardName("yx0")).toBe("gelbes Plus, keine Welle");
    expect(cardName("pc3")).toBe("lila Kreis, drei Wellen");
    expect([theCard("bs2"), theCard("rd1"), theCard("yx0"), theCard("pc3")]).toEqual([
      "den blauen Stern",
      "das rote Karo",
      "das gelbe Plus",
      "den lila Kreis",
    ]);
    expect(propertyName("purple")).toBe("Lila");
  });
});

import { afterEach, describe, expect, it, vi } from "vitest";
import { called, linkTo, originForOthers, personalLink } from "../src/lib/invite";

const ID = "nshf3zhke68gzjgr";

describe("what somebody has typed or pasted", () => {
  it("is a code, as people write it", () => {
    for (const text of ["nsh-f3z", "NSH-F3Z", " nsh f3z ", "nshf3z"]) expect(called(text)).toEqual({ code: "nshf3z" });
  });

  it("is a table's id", () => {
    expect(called(` ${ID.toUpperCase()} `)).toEqual({ path: `/t/${ID}` });
  });

  it("is a link, also within a message", () => {
    expect(called(`https://tercet.example/t/${ID}`)).toEqual({ path: `/t/${ID}` });
    expect(called(`Come and play: http://192.168.0.7:8000/t/${ID} !`)).toEqual({ path: `/t/${ID}` });
  });

  it("is a personal link, which keeps its secret", () => {
    expect(called(personalLink(ID, "a-b_c9", "https://x.example"))).toEqual({ path: `/t/${ID}#a-b_c9` });
  });

  it("is none of these", () => {
    for (const text of ["", "hello", "nsh-f3", "nsh-f3zz", "oil-101", "https://tercet.example/"]) {
      expect(called(text)).toBeNull();
    }
  });
});

it("a link is where this page came from", () => {
  expect(linkTo(ID, "http://192.168.0.7:8000")).toBe(`http://192.168.0.7:8000/t/${ID}`);
});

describe("the address for other devices", () => {
  afterEach(() => vi.unstubAllGlobals());

  const at = (origin: string) => vi.stubGlobal("location", new URL(origin));
  const knowing = (addresses: string[]) =>
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(addresses))));

  it("is the one that the page has", async () => {
    at("https://tercet.example");
    expect(await originForOthers()).toBe("https://tercet.example");
  });

  it("is the machine's own in its network, where the page is at home", async () => {
    at("http://localhost:8000");
    knowing(["http://192.168.178.20:8000"]);
    expect(await originForOthers()).toBe("http://192.168.178.20:8000");
  });

  it("stays as it is where nobody else can come", async () => {
    at("http://127.0.0.1:8000");
    knowing([]);
    expect(await originForOthers()).toBe("http://127.0.0.1:8000");
  });
});

# Not published: campaign/owner.toml names no page of releases, campaign/owner.toml names no homepage, campaign/owner.toml names no owner, no file was built for it. Made by bundle/release.py; do not change it by hand.
cask "campaign-manager" do
  arch arm: "arm64", intel: "x86_64"

  version "0.1.0"
  sha256 arm:   "0000000000000000000000000000000000000000000000000000000000000000",
         intel: "0000000000000000000000000000000000000000000000000000000000000000"

  name "Campaign Manager"
  desc "Runs Second World War miniatures campaigns between club nights"

  depends_on macos: ">= :sonoma"

  binary "campaign-manager/campaign"

  caveats <<~EOS
    The program is not signed, and macOS stops it and every part of it. To allow all of them, type once:
      xattr -dr com.apple.quarantine #{staged_path}
    Then type: campaign desk
  EOS
end
